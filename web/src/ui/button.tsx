import type { ComponentProps } from 'react'
import { Link } from './link.tsx'

type Look = { quiet?: boolean; wide?: boolean; small?: boolean }

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean }

/** While `busy` it keeps its focus and its words, and does nothing. */
export function Button({
  quiet,
  wide,
  small,
  busy = false,
  type = 'button',
  className,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={lookOf({ quiet, wide, small }, className)}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...props}
    />
  )
}

export function ButtonLink({ quiet, wide, small, className, ...props }: ComponentProps<typeof Link> & Look) {
  return <Link className={lookOf({ quiet, wide, small }, className)} {...props} />
}

function lookOf(
  { quiet, wide, small }: { [Key in keyof Look]: boolean | undefined },
  className = '',
): string {
  return ['btn', quiet && 'btn--quiet', wide && 'btn--wide', small && 'btn--small', className]
    .filter(Boolean)
    .join(' ')
}
