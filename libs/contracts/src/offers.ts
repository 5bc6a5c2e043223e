/**
 * Parts of the product that an installation can do without. Billing, flights and notifier say which it has (`GET /prices`,
 * `http/offers.ts`), and the gateway's `HOME_FIGURES` if the home page has sample figures and quotes.
 */
export const OFFERS = ['payments', 'texts', 'flights', 'newsletter', 'samples'] as const
export type Offer = (typeof OFFERS)[number]

/** The pages that stand on an offer. Without it their addresses answer "Not offered here" with 404, and nothing leads to them. */
export const PAGES_OF: Readonly<Record<Offer, readonly string[]>> = {
  payments: [
    '/plan',
    '/account/receipt',
    '/lightning-lane',
    '/connect-lightning-lane',
    '/affiliate-program',
    '/admin/promo-codes',
    '/admin/affiliates',
  ],
  texts: [],
  flights: ['/flight-deals', '/flight-alerts', '/confirm-flight-alert'],
  newsletter: ['/admin/newsletter'],
  samples: [],
}

/** The build's name for the page that stands at those addresses. It has no address of its own. */
export const NOT_OFFERED = '/not-offered'
