type Given<Input> = { [Key in keyof Input]?: Input[Key] & (NonNullable<unknown> | null) };

/** Keeps the properties that an input has: those that it leaves out stay as they are. */
export function given<Input extends object>(input: Input): Given<Input> {
  const named: Given<Input> = {};
  for (const key in input) {
    const value = input[key];
    if (value !== undefined) named[key] = value;
  }
  return named;
}
