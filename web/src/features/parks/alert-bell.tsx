import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

type AlertBellProps = {
  rideName: string
  to: string
  /** The limit of the visitor's own running alert; undefined for a ride that they do not watch. */
  limitMinutes: number | undefined
}

/** Leads to where a ride is watched. The bell of a watched ride is filled and names the limit. */
export function AlertBell({ rideName, to, limitMinutes }: AlertBellProps) {
  if (limitMinutes === undefined)
    return (
      <Link to={to} className="icon-btn text-ink-2" aria-label={`Alert me: ${rideName}`}>
        <Icon name="bell" />
      </Link>
    )
  return (
    <Link
      to={to}
      className="mr-2.5 inline-flex min-h-11 min-w-11 items-center pl-1 no-underline [&_path]:fill-current"
      aria-label={`Alert at ${limitMinutes} min: ${rideName}`}
    >
      <span className="inline-flex h-8 items-center gap-0.5 rounded-pill bg-action-soft pr-2.5 pl-2 font-display text-14 font-bold text-action">
        <Icon name="bell" size={20} />
        {limitMinutes}
      </span>
    </Link>
  )
}
