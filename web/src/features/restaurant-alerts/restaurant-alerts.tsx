import { Panel } from '../../ui/panel.tsx'

export const RestaurantAlerts = () => <Panel kind="open" title="No restaurant to watch yet" heading="h2" />
