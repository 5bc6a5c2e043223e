import { lazy, type ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { PageLayout } from './pages/page-layout.tsx'

/** A page whose code is loaded when it is first visited. */
function later(load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

const manageAlerts = later(() =>
  import('./pages/manage-alerts-page.tsx').then((page) => page.ManageAlertsPage),
)

/** Every address of the app, in one table. Any other is not found. */
export const routes: RouteObject[] = [
  {
    element: <PageLayout />,
    children: [
      { path: '/', element: <HomePage /> },
      {
        path: '/live-wait-times',
        element: later(() =>
          import('./pages/live-wait-times-page.tsx').then((page) => page.LiveWaitTimesPage),
        ),
      },
      {
        path: '/how-it-works',
        element: later(() => import('./pages/how-it-works-page.tsx').then((page) => page.HowItWorksPage)),
      },
      { path: '/faq', element: later(() => import('./pages/faq-page.tsx').then((page) => page.FaqPage)) },
      {
        path: '/parks',
        element: later(() => import('./pages/parks-page.tsx').then((page) => page.ParksPage)),
      },
      {
        path: '/pricing',
        element: later(() => import('./pages/pricing-page.tsx').then((page) => page.PricingPage)),
      },
      {
        path: '/about',
        element: later(() => import('./pages/about-page.tsx').then((page) => page.AboutPage)),
      },
      {
        path: '/contact',
        element: later(() => import('./pages/contact-page.tsx').then((page) => page.ContactPage)),
      },
      {
        path: '/careers',
        element: later(() => import('./pages/careers-page.tsx').then((page) => page.CareersPage)),
      },
      {
        path: '/terms',
        element: later(() => import('./pages/terms-page.tsx').then((page) => page.TermsPage)),
      },
      {
        path: '/privacy',
        element: later(() => import('./pages/privacy-page.tsx').then((page) => page.PrivacyPage)),
      },
      {
        path: '/confirm-alerts',
        element: later(() =>
          import('./pages/confirm-alerts-page.tsx').then((page) => page.ConfirmAlertsPage),
        ),
      },
      { path: '/manage-alerts', element: manageAlerts },
      { path: '/ride-alerts', element: manageAlerts },
      { path: '/auth', element: later(() => import('./pages/auth-page.tsx').then((page) => page.AuthPage)) },
      {
        path: '/auth/forgot',
        element: later(() =>
          import('./pages/forgot-password-page.tsx').then((page) => page.ForgotPasswordPage),
        ),
      },
      {
        path: '/auth/confirm',
        element: later(() => import('./pages/follow-link-page.tsx').then((page) => page.FollowLinkPage)),
      },
      {
        path: '/auth/reset',
        element: later(() =>
          import('./pages/reset-password-page.tsx').then((page) => page.ResetPasswordPage),
        ),
      },
      {
        path: '/account',
        element: later(() => import('./pages/account-page.tsx').then((page) => page.AccountPage)),
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]
