/** Words for alerts that have ended, from the specification (core, section 8). */
export const END_TEXTS = {
  over: { title: 'Alerts Expired', text: 'Your alert subscription has expired for today.' },
  'money-back': {
    title: 'Subscription issue',
    text: 'Your subscription is no longer active or not valid for this park. Please renew to receive alerts.',
  },
}
