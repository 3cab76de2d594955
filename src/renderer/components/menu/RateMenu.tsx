import { useLanguage } from '../../platform/app-store.ts'
import { Button } from '../Button.tsx'
import { Menu } from './Menu.tsx'
import { MenuChoice } from './MenuItem.tsx'

interface RateMenuProps {
  /** Accessible name, to which the rate is added. */
  readonly words: string
  readonly title: string
  readonly rate: number
  readonly rates: readonly number[]
  readonly position: 'bottom-end' | 'top-end'
  readonly isInPlace?: boolean
  readonly onChoose: (rate: number) => void
}

/** A menu of playback rates, opened by a chip with the present one. */
export function RateMenu({ words, title, rate, rates, onChoose, ...menu }: RateMenuProps) {
  const language = useLanguage()
  const rateWords = (value: number) => `${new Intl.NumberFormat(language).format(value)}×`
  return (
    <Menu
      {...menu}
      width={120}
      trigger={
        <Button kind="chip" aria-label={`${words}: ${rateWords(rate)}`} title={title}>
          {rateWords(rate)}
        </Button>
      }
    >
      {rates.map((value) => (
        <MenuChoice key={value} isChecked={value === rate} onChoose={() => onChoose(value)}>
          {rateWords(value)}
        </MenuChoice>
      ))}
    </Menu>
  )
}
