/** What no page and no message says where passes are free. */
export const PAYMENT_WORDS =
  /\$\d|\bpay|\bpaid|price|refund|money|promo code|unlimited|Stripe|receipt|affiliate program/i

/** The words of an HTML page, with its title and descriptions. */
export const toText = (html: string): string =>
  html.replaceAll(/ content="([^"]*)"/g, '>$1<').replaceAll(/<script.*?<\/script>|<[^>]*>/gs, ' ')
