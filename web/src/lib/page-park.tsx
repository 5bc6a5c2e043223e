import { ParkOptions } from './park-options.tsx'
import { ParkTitle } from './park-title.tsx'

type PageParkProps = {
  /** Undefined while they load, or where they cannot be loaded. */
  destinations: { name: string; parks: { id: string; name: string }[] }[] | undefined
  parkId: string | undefined
  onChoose: (parkId: string) => void
}

/** The park that a page is about, by its name as a title, and the list to choose another from. */
export const PagePark = ({ destinations = [], parkId, onChoose }: PageParkProps) => (
  <ParkTitle label="Park" value={parkId ?? ''} onChange={({ target }) => onChoose(target.value)}>
    {!parkId && (
      <option value="" disabled>
        Choose a park
      </option>
    )}
    <ParkOptions destinations={destinations} />
  </ParkTitle>
)
