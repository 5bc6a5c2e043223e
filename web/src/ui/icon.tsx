/** The signs of every page. Signs of later pages alone are not among them, because the first load has them all. */
const PATHS = {
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M4.5 4.5 6 6M18 18l1.5 1.5M2.5 12h2M19.5 12h2M4.5 19.5 6 18M18 6l1.5-1.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9l6 6 6-6',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 21h4',
  alert: 'M12 7v6M12 17h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  refresh: 'M20 5v5h-5M20 10a8.2 8.2 0 1 0 .2 4.5',
  offline: 'M4 4l16 16M8.5 15a5 5 0 0 1 5.4-1.1M5 11.5A10 10 0 0 1 9.3 9M19 11.5a10 10 0 0 0-6.6-3M12 19h.01',
}

type Size = 20 | 24
type IconProps = { name: keyof typeof PATHS; size?: Size }

export const Icon = ({ name, size }: IconProps) => <Drawing path={PATHS[name]} size={size} />

/** A drawn sign. It is decoration: the word beside it, or the label of its button, says what it means. */
export function Drawing({ path, size = 24 }: { path: string; size?: Size | undefined }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}
