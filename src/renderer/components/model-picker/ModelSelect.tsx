import { Popover } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { fittedPopup } from '../../platform/theme/fitted-popup.ts'
import { Button } from '../Button.tsx'
import { Field } from '../forms/Field.tsx'
import classes from '../forms/form-column.module.css'
import menu from '../menu/dropdown.module.css'
import fit from './ModelList.module.css'
import { ModelList } from './ModelList.tsx'
import { modelWords, openModels } from './model-words.ts'

interface ModelSelectProps extends Omit<ComponentProps<typeof ModelList>, 'onClose'> {
  readonly label: string
  /** Passed together with its handler if the list can also be opened elsewhere; otherwise the field opens it alone. */
  readonly opened?: boolean
  readonly onOpened?: (opened: boolean) => void
  /** Class of a field in a row with others, which shows no label; absent for a full one. */
  readonly className?: string | undefined
}

/** Form field that shows the chosen model and connection, and opens the list. */
export function ModelSelect({ className, label, opened, onOpened, onChoose, ...list }: ModelSelectProps) {
  const { t } = useTranslation()
  const [own, setOwn] = useState(false)
  const isOpen = opened ?? own
  const setOpen = onOpened ?? setOwn
  const several = useApp((state) => state.connections.connections.length > 1)
  const { connection, model } = list
  const close = () => setOpen(false)
  const name = modelWords(t, { connection, model })
  const of = several && connection !== null ? `· ${connection.name}` : ''
  const full = of === '' ? name : `${name} ${of}`
  const select = (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-start"
      width={340}
      trapFocus
      returnFocus
      middlewares={fittedPopup(0)}
    >
      <Popover.Target>
        <Button
          kind="plain"
          className={className ?? classes.select}
          aria-haspopup="dialog"
          aria-label={`${label}: ${full}`}
          title={className === undefined ? undefined : full}
          onClick={() => openModels({ connection, model }, () => setOpen(!isOpen))}
        >
          <b>{name}</b>
          <span>{of}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={`${menu.dropdown} ${fit.fitted}`} aria-label={t('models.pick')}>
        <ModelList
          {...list}
          onChoose={(connectionId, chosen) => {
            close()
            onChoose(connectionId, chosen)
          }}
          onClose={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return className === undefined ? <Field label={label}>{select}</Field> : select
}
