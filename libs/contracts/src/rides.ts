/**
 * True if an attraction is offered and counted as a ride. park-data says no of those without posted waits and in refurbishment. Answers
 * and events of an earlier release do not say.
 */
export const isCountedRide = ({ isRide }: { isRide?: boolean | undefined }): boolean => isRide !== false
