import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import { useQuery } from '@tanstack/react-query'
import type { OrderForm } from '../features/activation/use-order.ts'

/** The guarantee of an order. Which of its rides can count is looked up once a day is chosen. */
export function GuaranteeNote({ form: { parkId, draft, watches } }: { form: OrderForm }) {
  const { data: exception } = useQuery({
    queryKey: ['guarantee', parkId, watches],
    queryFn: async ({ client }) =>
      (await import('./guarantee-exception.ts')).findException(client, parkId, watches),
    enabled: draft.dates.length > 0,
    placeholderData: (before) => before,
  })
  return `Alerts for fewer than 3 rides, and your money comes back by itself${exception ?? `. ${NEWS_ALONE}`}`
}
