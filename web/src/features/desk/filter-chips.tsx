import { Button } from '../../ui/button.tsx'

type FilterChipsProps<Kind extends string> = {
  /** The group's name for screen readers. */
  label: string
  /** The rows in all, and of each kind that can be chosen. */
  all: number
  kinds: { kind: Kind; name: string; count: number }[]
  chosen: Kind | null
  onChoose: (kind: Kind | null) => void
}

/** Shows all rows of a list, or those of one kind. The chosen chip is ink: it is no action. */
export const FilterChips = <Kind extends string>({
  label,
  all,
  kinds,
  chosen,
  onChoose,
}: FilterChipsProps<Kind>) => (
  <div role="group" aria-label={label} className="flex flex-wrap gap-1 print:hidden">
    {[{ kind: null, name: 'All', count: all }, ...kinds].map(({ kind, name, count }) => (
      <Button
        key={kind}
        quiet
        small
        className="aria-pressed:border-ink! aria-pressed:bg-ink! aria-pressed:text-paper!"
        aria-pressed={kind === chosen}
        onClick={() => onChoose(kind)}
      >
        {name} {count}
      </Button>
    ))}
  </div>
)
