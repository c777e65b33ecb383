/** A problem that only the operator can solve. `message` says what is wrong and what to do; it is printed without a stack. */
export class OperatorError extends Error {}
