/** An E.164 number as people read it: `+1 407 555 0142`. Numbers of other countries have groups of their own, and stay as they are. */
export const toSpokenPhone = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
