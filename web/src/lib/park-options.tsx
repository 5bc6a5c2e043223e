type ParkOptionsProps = { destinations: { name: string; parks: { id: string; name: string }[] }[] }

/** The parks of each destination that has any, for a select. */
export const ParkOptions = ({ destinations }: ParkOptionsProps) =>
  destinations
    .filter(({ parks }) => parks.length > 0)
    .map(({ name, parks }) => (
      <optgroup key={name} label={name}>
        {parks.map((park) => (
          <option key={park.id} value={park.id} translate="no">
            {park.name}
          </option>
        ))}
      </optgroup>
    ))
