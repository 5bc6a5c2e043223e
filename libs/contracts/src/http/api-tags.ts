/**
 * The resources that order the routes of the OpenAPI documents: the `tags` of a route's schema, each with one sentence for the author of a
 * client. A document lists those of its own routes, in this order.
 */
export const API_TAGS = {
  // gateway
  config: 'What the web app must know before it draws.',
  // identity
  'sign-up': 'New accounts.',
  sessions: 'Sign in, keep a session alive and end it.',
  verification: 'Links and codes of mails.',
  mails: 'Mails that carry a link or a code.',
  account: 'The account of the caller.',
  factors: 'Authenticator apps as a second factor.',
  discovery: 'Public keys, settings and health of sign-in.',
  providers: 'Sign-in with other companies, which is not offered.',
  users: 'Users, their roles and their second factors, for admins.',
  // park-data
  destinations: 'Resorts and their parks.',
  parks: 'Parks and their opening hours.',
  'live-boards': 'Wait times as they are now.',
  attractions: 'Past wait times of one attraction.',
  // alert-evaluator
  'how-we-do': 'What Walkon did in the last 30 days: counts that name nobody.',
  'alert-settings': 'Settings of alerts that are the same for all visitors.',
  subscriptions: "A visitor's days of alerts and the attractions that they watch.",
  'alert-preferences': 'When a visitor wants no alerts: quiet hours, and a pause for a day.',
  // billing
  prices: 'What days of alerts cost.',
  spots: 'How many passes are left on a day of a park.',
  'promo-codes': 'Codes that make days free.',
  quotes: 'What an order would cost.',
  checkouts: 'Orders that are paid by card.',
  guarantees: 'Why an ended pass was refunded or not, for support.',
  passes: "An account's orders, with their passes and payments.",
  plan: 'The unlimited plan of an account.',
  'assist-days': 'Days of Lightning Lane Assist of an account.',
  activations: 'Orders of free days, confirmed by a mailed link.',
  'affiliate-applications': 'Applications to the affiliate programme.',
  'provider-events': 'Events of providers that could not be applied, and the way back for them.',
  // flights and notifier
  offers: 'What this installation offers, by its providers.',
  // notifier
  history: "The caller's recent alerts.",
  ways: "Where the caller's alerts go, and test alerts.",
  newsletter: 'Who gets the newsletter.',
  'plan-texts': 'Text messages of the unlimited plan.',
  suppressions: 'Addresses that are not written to, for support.',
  devices: "The caller's browsers that push notifications go to.",
  'webhook-endpoints': 'Web addresses of the caller that alerts are posted to.',
  pushes: 'What a browser tells of a push notification.',
  unsubscribing: 'Pages of the unsubscribe link of each mail.',
  'text-links': 'The short link of each text message.',
  // flights
  flights: 'Flights to the airports of a destination, with their prices.',
  airports: 'Airports to fly from, by code or city.',
  airlines: 'Logos of airlines.',
  'flight-alerts': 'Mail when a fare falls.',
  // rankings
  rankings: 'Rides, food and experiences in the order of their ratings.',
  ratings: "An account's own ratings.",
  reviews: 'What visitors wrote of an item.',
  'item-requests': 'Suggestions of new items and of edits.',
  moderation: 'Suggestions and reports that moderators decide.',
  'item-administration': 'Items, for admins.',
  // planner
  'restaurant-alerts': 'Mail when a table of a restaurant comes free.',
  checklists: 'The rides of a park that an account wants to do, ticked off.',
  gates: 'Features that are announced and not open yet.',
  'lightning-lane':
    'Lightning Lane Assist of an account: invitation, return times, preferences and bookings.',
  // more than one service
  'support-desk': 'Visitors as the support desk finds, reads and helps them.',
  'admin-actions': 'What admins and moderators did, for admins.',
  'dead-letters': 'Records of the event log that could not be applied, and the way back for them.',
  system: 'Figures of the running product, for staff.',
  'data-export': 'Everything that a service stores about the account of the caller.',
  webhooks: 'Calls of providers, which no other client can make.',
} as const satisfies Record<string, string>
