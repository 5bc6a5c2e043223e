/** When issues of the newsletter come, in the words of the form, of its confirmation and of every issue. They are written on occasion. */
export const NEWSLETTER_WHEN = 'when there is news from Walkon'
