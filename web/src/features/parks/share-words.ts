/** A share of the time: "12% of the time". Rounded only where that makes it neither never nor always. */
export function shareWords(share: number): string {
  if (share <= 0) return 'never'
  if (share >= 1) return 'always'
  const percent = Math.round(share * 100)
  return percent < 1
    ? 'under 1% of the time'
    : percent > 99
      ? 'over 99% of the time'
      : `${percent}% of the time`
}
