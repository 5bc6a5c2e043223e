/** The service of a Lightning Lane Assist day, in the words of its page, its payment page and its receipt. */
export const ASSIST_WORDS =
  'It watches the return times of your preferences, tells you by email and on your devices, and links to the park’s own booking. Bookings here are practice: we book nothing for you.'
