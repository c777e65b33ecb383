/** The order in which the service sorts names too, whatever the language of the reader: English follows Unicode's root. */
export const compareNames = new Intl.Collator('en').compare;
