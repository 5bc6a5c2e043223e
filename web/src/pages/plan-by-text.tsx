import { TextsSold } from '../features/settings/texts-sold.tsx'

/** That the unlimited plan texts, where texts are sold. */
export const PlanByText = () => (
  <TextsSold keepsPlace>Alerts come by text too, to one number within a monthly limit.</TextsSold>
)
