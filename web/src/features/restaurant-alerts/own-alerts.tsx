import { Panel } from '../../ui/panel.tsx'

export const OwnRestaurantAlerts = () => <Panel kind="open" title="No restaurant alerts yet" heading="h2" />
