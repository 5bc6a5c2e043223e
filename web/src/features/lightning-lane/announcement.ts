export const LIGHTNING_LANE = {
  lede: 'Catch a return time that fits your day, without watching the app.',
  will: [
    'See the next return time and price of each ride as it changes.',
    'List the rides you want, in your order and hours.',
    'Hear from us when one of them opens up.',
  ],
}
