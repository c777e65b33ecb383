/** The contract of the form is heavier than the form, so it loads with the first check. */
import './zod-without-eval.ts';
import { CreateEventInput, UpdateEventInput } from '@guildhall/contracts/event.ts';

export const checkCreation = (input: unknown) => CreateEventInput.safeParse(input);
export const checkUpdate = (input: unknown) => UpdateEventInput.safeParse(input);
