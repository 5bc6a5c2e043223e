/** The page on which a ride is watched: an account's own, or the order form of a visitor who has none. */
export const toAlert = (parkId: string, rideId: string, isSignedIn: boolean): string =>
  isSignedIn ? `/get-alerts?park=${parkId}&ride=${rideId}` : `/?park=${parkId}&ride=${rideId}#alerts`
