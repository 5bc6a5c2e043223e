import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../features/settings/queries.ts'
import { Figure } from '../ui/figure.tsx'

type WrongOrderProps = {
  /** The number that support finds the order by. */
  order: string
  parkName: string
  /** The ordered days, in words. */
  days: string
}

/** A mail to us with the order and its park filled in: only the intended order is left to write. */
export function WrongOrderLink({ order, parkName, days }: WrongOrderProps) {
  const body = [
    `Order: ${order}`,
    `Ordered: ${parkName}, ${days}`,
    'I meant this park and these days: ',
  ].join('\n')
  const words = `subject=${encodeURIComponent('I chose a wrong day or park')}&body=${encodeURIComponent(body)}`
  return (
    <Figure of={useQuery(configQuery)} place="Wrong day or park? Write to us" missing="">
      {({ supportEmail }) => (
        <a className="text-link text-14" href={`mailto:${supportEmail}?${words}`}>
          Wrong day or park? Write to us
        </a>
      )}
    </Figure>
  )
}
