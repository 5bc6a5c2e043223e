import { Drawing } from './icon.tsx'

const PATHS = {
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 7 8-7',
  phone:
    'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
}

type FormIconProps = { name: keyof typeof PATHS; size?: 20 | 24 }

/** The signs of forms, which the first load does not have. */
export const FormIcon = ({ name, size }: FormIconProps) => <Drawing path={PATHS[name]} size={size} />
