import { isNamedLike } from '@walkon/contracts/folded-name'
import type { DestinationView } from '@walkon/contracts/http/parks'
import { ComboboxField, type Choice } from '../ui/combobox.tsx'
import { homeParks } from './popular-parks.ts'

type ParkSearchProps = {
  destinations: DestinationView[]
  label?: string
  /** The park that is chosen. */
  parkId?: string | undefined
  onChoose: (parkId: string) => void
}

/** Finds a park by a part of its name or of its destination's, the popular ones first. */
export function ParkSearch({ destinations, label = 'Find a park', parkId, onChoose }: ParkSearchProps) {
  const choices = destinations.flatMap(toChoices)
  const popular = homeParks(destinations).popular.flatMap(
    (park) => choices.find(({ id }) => id === park.id) ?? [],
  )
  return (
    <ComboboxField
      isMatch={isNamedLike}
      label={label}
      placeholder="Name or destination"
      groups={[
        { label: 'Popular', items: popular },
        { label: 'More parks', items: choices.filter((choice) => !popular.includes(choice)) },
      ]}
      empty="No park of this name"
      value={choices.find(({ id }) => id === parkId) ?? null}
      onChange={(choice) => choice && onChoose(choice.id)}
    />
  )
}

const toChoices = (destination: DestinationView): Choice[] =>
  destination.parks.map(({ id, name }) => ({
    id,
    name,
    ...(destination.name !== name && { note: destination.name }),
  }))
