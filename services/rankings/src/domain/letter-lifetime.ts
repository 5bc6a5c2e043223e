/** A letter about the outcome of a review, a suggestion or a name is of use for three days. */
export const USEFUL = { hours: 72 }
