/** The root of the packed client. */
export * from '@guildhall/client/changes.ts';
export * from '@guildhall/client/pages.ts';
export * from '@guildhall/client/realtime.ts';
export * from '@guildhall/client/refusals.ts';
export * from '@guildhall/client/rest.ts';
export * from '@guildhall/client/retries.ts';
export * from '@guildhall/client/webhooks.ts';
export * from '@guildhall/client/whole-roster.ts';
