import type { ComponentType } from 'react'
import { later, type Later } from './lib/later.ts'
import { isOffered } from './lib/offers.ts'
import { HomePage } from './pages/home-page.tsx'

type Route = {
  path: string
  Page: ComponentType | Later<object>
  /** The content depends on the visitor, or on a secret in the page's link: the build renders only its frame. */
  isPersonal?: true
  /** In place of the site's head and footer: the page is a tool in a frame of its own. */
  Bar?: Later<object>
}

const NOT_FOUND: Route = {
  path: '*',
  Page: later(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
}

const StaffBar = later(() => import('./pages/staff-bar.tsx'), 'StaffBar')

const ManageAlertsPage = later(() => import('./pages/manage-alerts-page.tsx'), 'ManageAlertsPage')

/** Every address of the app, in one table. Any other is not found. */
export const routes: Route[] = [
  { path: '/', Page: HomePage },
  {
    path: '/live-wait-times',
    Page: later(() => import('./pages/live-wait-times-page.tsx'), 'LiveWaitTimesPage'),
  },
  { path: '/best-times', Page: later(() => import('./pages/best-times-page.tsx'), 'BestTimesPage') },
  { path: '/how-we-do', Page: later(() => import('./pages/how-we-do-page.tsx'), 'HowWeDoPage') },
  { path: '/how-it-works', Page: later(() => import('./pages/how-it-works-page.tsx'), 'HowItWorksPage') },
  { path: '/faq', Page: later(() => import('./pages/faq-page.tsx'), 'FaqPage') },
  { path: '/parks', Page: later(() => import('./pages/parks-page.tsx'), 'ParksPage') },
  { path: '/pricing', Page: later(() => import('./pages/pricing-page.tsx'), 'PricingPage') },
  { path: '/about', Page: later(() => import('./pages/about-page.tsx'), 'AboutPage') },
  { path: '/contact', Page: later(() => import('./pages/contact-page.tsx'), 'ContactPage') },
  { path: '/careers', Page: later(() => import('./pages/careers-page.tsx'), 'CareersPage') },
  { path: '/terms', Page: later(() => import('./pages/terms-page.tsx'), 'TermsPage') },
  { path: '/privacy', Page: later(() => import('./pages/privacy-page.tsx'), 'PrivacyPage') },
  {
    path: '/lightning-lane',
    Page: later(() => import('./pages/lightning-lane-page.tsx'), 'LightningLanePage'),
    isPersonal: true,
  },
  {
    path: '/restaurant-alerts',
    Page: later(() => import('./pages/restaurant-alerts-page.tsx'), 'RestaurantAlertsPage'),
  },
  {
    path: '/manage-restaurant-alerts',
    Page: later(() => import('./pages/manage-restaurant-alerts-page.tsx'), 'ManageRestaurantAlertsPage'),
    isPersonal: true,
  },
  { path: '/flight-deals', Page: later(() => import('./pages/flight-deals-page.tsx'), 'FlightDealsPage') },
  {
    path: '/flight-alerts',
    Page: later(() => import('./pages/flight-alerts-page.tsx'), 'FlightAlertsPage'),
    isPersonal: true,
  },
  {
    path: '/confirm-flight-alert',
    Page: later(() => import('./pages/confirm-flight-alert-page.tsx'), 'ConfirmFlightAlertPage'),
    isPersonal: true,
  },
  {
    path: '/connect-lightning-lane',
    Page: later(() => import('./pages/connect-lightning-lane-page.tsx'), 'ConnectLightningLanePage'),
    isPersonal: true,
  },
  {
    path: '/free-table',
    Page: later(() => import('./pages/free-table-page.tsx'), 'FreeTablePage'),
    isPersonal: true,
  },
  {
    path: '/affiliate-program',
    Page: later(() => import('./pages/affiliate-program-page.tsx'), 'AffiliateProgramPage'),
  },
  {
    path: '/park-rankings',
    Page: later(() => import('./pages/park-rankings-page.tsx'), 'ParkRankingsPage'),
  },
  {
    path: '/ride-checklist',
    Page: later(() => import('./pages/ride-checklist-page.tsx'), 'RideChecklistPage'),
    isPersonal: true,
  },
  {
    path: '/confirm-alerts',
    Page: later(() => import('./pages/confirm-alerts-page.tsx'), 'ConfirmAlertsPage'),
    isPersonal: true,
  },
  {
    path: '/subscription-success',
    Page: later(() => import('./pages/subscription-success-page.tsx'), 'SubscriptionSuccessPage'),
    isPersonal: true,
  },
  {
    path: '/get-alerts',
    Page: later(() => import('./pages/get-alerts-page.tsx'), 'GetAlertsPage'),
    isPersonal: true,
  },
  { path: '/app', Page: later(() => import('./pages/app-start-page.tsx'), 'AppStartPage'), isPersonal: true },
  { path: '/plan', Page: later(() => import('./pages/plan-page.tsx'), 'PlanPage'), isPersonal: true },
  { path: '/manage-alerts', Page: ManageAlertsPage, isPersonal: true },
  { path: '/ride-alerts', Page: ManageAlertsPage, isPersonal: true },
  { path: '/auth', Page: later(() => import('./pages/auth-page.tsx'), 'AuthPage') },
  {
    path: '/auth/forgot',
    Page: later(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: '/auth/confirm',
    Page: later(() => import('./pages/follow-link-page.tsx'), 'FollowLinkPage'),
    isPersonal: true,
  },
  {
    path: '/auth/reset',
    Page: later(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
    isPersonal: true,
  },
  {
    path: '/account',
    Page: later(() => import('./pages/account-page.tsx'), 'AccountPage'),
    isPersonal: true,
  },
  {
    path: '/account/passes',
    Page: later(() => import('./pages/passes-page.tsx'), 'PassesPage'),
    isPersonal: true,
  },
  {
    path: '/account/receipt',
    Page: later(() => import('./pages/receipt-page.tsx'), 'ReceiptPage'),
    isPersonal: true,
  },
  {
    path: '/moderation',
    Page: later(() => import('./pages/moderation-page.tsx'), 'ModerationPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
  {
    path: '/admin',
    Page: later(() => import('./pages/admin-page.tsx'), 'AdminPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
  {
    path: '/admin/desk',
    Page: later(() => import('./pages/desk-page.tsx'), 'DeskPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
  {
    path: '/admin/system',
    Page: later(() => import('./pages/system-page.tsx'), 'SystemPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
  {
    path: '/admin/audit',
    Page: later(() => import('./pages/audit-trail-page.tsx'), 'AuditTrailPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
  {
    path: '/admin/newsletter',
    Page: later(() => import('./pages/newsletter-issues-page.tsx'), 'NewsletterIssuesPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
  {
    path: '/admin/promo-codes',
    Page: later(() => import('./pages/promo-codes-page.tsx'), 'PromoCodesPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
  {
    path: '/admin/affiliates',
    Page: later(() => import('./pages/affiliate-applications-page.tsx'), 'AffiliateApplicationsPage'),
    isPersonal: true,
    Bar: StaffBar,
  },
]

/** A slash behind an address is no other address, as at the gateway. */
export function routeOf(pathname: string): Route {
  const address = pathname.replace(/\/+$/, '') || '/'
  return routes.find(({ path }) => path === address && isOffered(path)) ?? NOT_FOUND
}

/** Loads the code of the page at an address, so that hydration finds it there. */
export async function loadPage({ Page, Bar }: Route): Promise<void> {
  if ('load' in Page) await Promise.all([Page.load(), Bar?.load()])
}
