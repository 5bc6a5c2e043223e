/** A letter about what became of a review, a suggestion or a name: of use for three days. */
export const USEFUL = { hours: 72 }
