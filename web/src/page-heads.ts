import { isOffered } from './lib/offers.ts'
import { HOME_TITLE } from './lib/use-title.ts'

/**
 * The title of every page: in the tab, in the history, for search engines, and the heading of a page that gives itself no other. A page
 * is in one of three tables; the tests read from them what a visitor meets there.
 */

/** The same for every visitor, and found by search engines. */
export const publicTitles = {
  '/': HOME_TITLE,
  '/live-wait-times': 'Live Wait Times',
  '/best-times': 'Best Times',
  '/how-we-do': 'How we’re doing',
  '/how-it-works': 'How It Works',
  '/faq': 'FAQ',
  '/parks': 'Theme Parks',
  '/pricing': 'Pricing',
  '/about': 'About',
  '/contact': 'Contact',
  '/careers': 'Careers',
  '/terms': 'Terms',
  '/privacy': 'Privacy',
  '/restaurant-alerts': 'Restaurant Alerts',
  '/flight-deals': 'FREE Disney Flight Deal Alerts',
  '/affiliate-program': 'Affiliate Program',
  '/park-rankings': 'Park Ratings & Rankings',
  '/auth': 'Login',
  '/auth/forgot': 'Forgot your password?',
}

/** Opened by the link of a mail, by the payment page on the way back, or by the installed app. Search engines are asked to leave them out. */
export const linkTitles = {
  '/app': 'Your alerts',
  '/confirm-alerts': 'Confirm your alerts',
  '/confirm-flight-alert': 'Confirm your flight alert',
  '/connect-lightning-lane': 'Connect to Lightning Lane Assist',
  '/free-table': 'A table came free',
  '/subscription-success': 'Your order',
  '/auth/confirm': 'Your account',
  '/auth/reset': 'New password',
}

/** They show an account: other visitors log in first. Search engines are asked to leave them out. */
export const accountTitles = {
  '/lightning-lane': 'Lightning Lane Assist',
  '/manage-restaurant-alerts': 'Manage Restaurant Alerts',
  '/ride-checklist': 'Ride Checklist',
  '/flight-alerts': 'Your flight alerts',
  '/get-alerts': 'Get Alerts',
  '/manage-alerts': 'Manage Alerts',
  '/ride-alerts': 'Manage Alerts',
  '/plan': 'Unlimited plan',
  '/account': 'Account',
  '/account/passes': 'Passes and receipts',
  '/account/receipt': 'Receipt',
  '/moderation': 'Moderation',
  '/admin': 'Admin',
  '/admin/desk': 'Support desk',
  '/admin/system': 'System',
  '/admin/audit': 'Audit trail',
  '/admin/newsletter': 'Newsletter issues',
  '/admin/promo-codes': 'Promo codes',
  '/admin/affiliates': 'Affiliate applications',
}

export const NOT_FOUND_TITLE = 'Page Not Found'

/** Titles that differ if passes are free. */
const freeTitles: Record<string, string> = { '/pricing': 'Passes', '/account/passes': 'Your passes' }

const titles: Record<string, string> = { ...publicTitles, ...linkTitles, ...accountTitles }

/** A slash behind an address is no other address, as in routes.tsx. */
export function titleOf(pathname: string): string {
  const address = pathname.replace(/\/+$/, '') || '/'
  if (!isOffered(address)) return 'Not offered here'
  return (!isOffered('payments') && freeTitles[address]) || (titles[address] ?? NOT_FOUND_TITLE)
}

/** Descriptions for search engines and shared links, of each page that is the same for every visitor. */
export const descriptions: Record<keyof typeof publicTitles, string> = {
  '/': 'Walkon watches theme park waits for you and emails you the minute a ride you chose gets short. See live wait times, and get alerts for the days you visit.',
  '/live-wait-times':
    'Live wait times of every ride at more than 100 theme parks, shortest first, updated every minute.',
  '/best-times':
    'When a ride is short: usual waits by hour and day of the week, the best two hours today and tomorrow, and how often it is down.',
  '/how-we-do':
    'How Walkon keeps its promise: how fast alerts go out, how many arrive, how often the guarantee paid, and every outage of the last 30 days.',
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
  '/restaurant-alerts':
    'Restaurant Alerts by Walkon, coming soon: know when a table opens up at the restaurant you want.',
  '/flight-deals':
    'FREE Disney Flight Deal Alerts by Walkon: search flights to the parks, name your price, and get an email when the fare falls to it.',
  '/affiliate-program':
    'The Affiliate Program of Walkon: tell your followers about ride alerts, and earn with us. Apply here.',
  '/park-rankings':
    'Rides, food, and experiences of the theme parks, ranked by the visitors who were there. Rate your own.',
  '/auth': 'Log in to Walkon or sign up, and manage your ride alerts on every device.',
  '/auth/forgot': 'Set a new password for your Walkon account.',
}

/** Descriptions that differ if passes are free. */
export const freeDescriptions: Partial<typeof descriptions> = {
  '/how-we-do':
    'How Walkon keeps its promise: how fast alerts go out, how many arrive, and every outage of the last 30 days.',
  '/how-it-works':
    'How Walkon alerts work: choose a park and your days, confirm your address, and hear from us the minute a ride gets short.',
  '/faq': 'Answers to common questions about Walkon: alerts, wait times, and your data.',
  '/pricing': 'What a pass for Walkon alerts is, how long it lasts, and what it gives you.',
}
