import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { later } from './lib/later.ts'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { PageLayout } from './pages/page-layout.tsx'

/** A page whose code is loaded when it is first visited. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const Page = later(load, name)
  return <Page />
}

const comingSoon = page(() => import('./pages/coming-soon-page.tsx'), 'ComingSoonPage')
const manageAlerts = page(() => import('./pages/manage-alerts-page.tsx'), 'ManageAlertsPage')

/** Every address of the app, in one table. Any other is not found. */
export const routes: RouteObject[] = [
  {
    element: <PageLayout />,
    children: [
      { path: '/', element: <HomePage /> },
      {
        path: '/live-wait-times',
        element: page(() => import('./pages/live-wait-times-page.tsx'), 'LiveWaitTimesPage'),
      },
      {
        path: '/how-it-works',
        element: page(() => import('./pages/how-it-works-page.tsx'), 'HowItWorksPage'),
      },
      { path: '/faq', element: page(() => import('./pages/faq-page.tsx'), 'FaqPage') },
      {
        path: '/parks',
        element: page(() => import('./pages/parks-page.tsx'), 'ParksPage'),
      },
      {
        path: '/pricing',
        element: page(() => import('./pages/pricing-page.tsx'), 'PricingPage'),
      },
      {
        path: '/about',
        element: page(() => import('./pages/about-page.tsx'), 'AboutPage'),
      },
      {
        path: '/contact',
        element: page(() => import('./pages/contact-page.tsx'), 'ContactPage'),
      },
      {
        path: '/careers',
        element: page(() => import('./pages/careers-page.tsx'), 'CareersPage'),
      },
      {
        path: '/terms',
        element: page(() => import('./pages/terms-page.tsx'), 'TermsPage'),
      },
      {
        path: '/privacy',
        element: page(() => import('./pages/privacy-page.tsx'), 'PrivacyPage'),
      },
      {
        path: '/confirm-alerts',
        element: page(() => import('./pages/confirm-alerts-page.tsx'), 'ConfirmAlertsPage'),
      },
      { path: '/lightning-lane', element: comingSoon },
      { path: '/restaurant-alerts', element: comingSoon },
      { path: '/flight-deals', element: comingSoon },
      { path: '/affiliate-program', element: comingSoon },
      { path: '/park-rankings', element: comingSoon },
      { path: '/ride-checklist', element: comingSoon },
      { path: '/manage-alerts', element: manageAlerts },
      { path: '/ride-alerts', element: manageAlerts },
      { path: '/auth', element: page(() => import('./pages/auth-page.tsx'), 'AuthPage') },
      {
        path: '/auth/forgot',
        element: page(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
      },
      {
        path: '/auth/confirm',
        element: page(() => import('./pages/follow-link-page.tsx'), 'FollowLinkPage'),
      },
      {
        path: '/auth/reset',
        element: page(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
      },
      {
        path: '/account',
        element: page(() => import('./pages/account-page.tsx'), 'AccountPage'),
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]
