import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../features/settings/queries.ts'
import { Figure } from '../ui/figure.tsx'

/** The address for questions, to be read as well as pressed. */
export function SupportLink() {
  return (
    <Figure of={useQuery(configQuery)} place="support@walkon.example" missing="our support address">
      {({ supportEmail }) => (
        <a className="wrap-anywhere" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      )}
    </Figure>
  )
}
