/** Errors logged by the services of the running test. */
export const faultsLogged: string[] = [];

const ERROR = /"level":[56]0,/;

export function noteFault(line: string): void {
  if (ERROR.test(line)) faultsLogged.push(line);
}
