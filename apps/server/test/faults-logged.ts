/** What the services of the running test logged as errors. */
export const faultsLogged: string[] = [];

const ERROR = /"level":[56]0,/;

export function noteFault(line: string): void {
  if (ERROR.test(line)) faultsLogged.push(line);
}
