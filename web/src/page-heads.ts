/** What search engines and shared links say about each page that the build renders. Its title is the page's own. */
export const descriptions: Record<string, string> = {
  '/': 'Walkon watches theme park waits for you and emails you the minute a ride you chose gets short. See live wait times, and get alerts for the days you visit.',
  '/live-wait-times':
    'Live wait times of every ride at more than 100 theme parks, shortest first, updated every minute.',
  '/how-it-works':
    'How Walkon alerts work: choose a park and your days, pay or use a promo code, and hear from us the minute a ride gets short.',
  '/faq': 'Answers to common questions about Walkon: alerts, promo codes, wait times, and your data.',
  '/parks': 'All theme parks that Walkon watches, with a live wait time board for each.',
  '/pricing':
    'What Walkon alerts cost: by the day or by the month, and the guarantee that comes with the days.',
  '/about': 'What Walkon is, where its wait times come from, and who it is for.',
  '/contact': 'How to reach Walkon with questions, problems, and ideas.',
  '/careers': 'Open positions at Walkon.',
  '/terms': 'The terms of Walkon: what you can expect of us, and what we expect of you.',
  '/privacy': 'What data Walkon keeps about you, why, and how to download or delete it.',
  '/lightning-lane':
    'Lightning Lane Assist by Walkon, coming soon: return times and prices, and a word when one opens up.',
  '/restaurant-alerts':
    'Restaurant Alerts by Walkon, coming soon: know when a table opens up at the restaurant you want.',
  '/flight-deals': 'Free Flight Alerts by Walkon, coming soon: name your price for a flight to the parks.',
  '/affiliate-program':
    'The Affiliate Program of Walkon: tell your followers about ride alerts, and earn with us. Apply here.',
  '/park-rankings':
    'Park Ratings & Rankings by Walkon, coming soon: rides, food and experiences, ranked by visitors.',
  '/ride-checklist':
    'Ride Checklist by Walkon, coming soon: every ride you want to do, ticked off as you go.',
  '/auth': 'Log in to Walkon or sign up, and manage your ride alerts on every device.',
  '/auth/forgot': 'Set a new password for your Walkon account.',
}

/** The titles of pages whose content is known only in the browser. Search engines are asked to leave them out. */
export const personalTitles: Record<string, string> = {
  '/confirm-alerts': 'Confirm your alerts | Walkon',
  '/subscription-success': 'Your order | Walkon',
  '/manage-alerts': 'Manage Alerts | Walkon',
  '/ride-alerts': 'Manage Alerts | Walkon',
  '/auth/confirm': 'Your account | Walkon',
  '/auth/reset': 'New password | Walkon',
  '/plan': 'Unlimited plan | Walkon',
  '/account': 'Account | Walkon',
  '/account/passes': 'Passes and receipts | Walkon',
  '/account/receipt': 'Receipt | Walkon',
  '/moderation': 'Moderation | Walkon',
  '/admin': 'Admin | Walkon',
  '/admin/promo-codes': 'Promo codes | Walkon',
  '/admin/affiliates': 'Affiliate applications | Walkon',
}
