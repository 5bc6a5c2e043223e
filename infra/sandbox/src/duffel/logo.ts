/** An airline's sign as an SVG of some letters. */
export const drawLogo = (code: string): string => {
  const hue = ((code.codePointAt(0) ?? 0) * 37 + (code.codePointAt(1) ?? 0) * 101) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="hsl(${hue} 60% 32%)"/><path d="M14 42 50 22l-8 16-10 2-6 10z" fill="#fff" opacity=".35"/><text x="32" y="41" font-family="sans-serif" font-size="26" font-weight="700" text-anchor="middle" fill="#fff">${code}</text></svg>`
}
