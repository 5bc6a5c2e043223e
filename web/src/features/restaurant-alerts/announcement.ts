export const RESTAURANT_ALERTS = {
  lede: 'Know when a table opens up at the restaurant you want.',
  will: [
    'Choose a restaurant, your dates and the size of your party.',
    'We watch for a table, all day.',
    'You get an email while it is still there.',
  ],
}
