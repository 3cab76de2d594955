import { Popover } from '@mantine/core'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { useAfterClose } from '../../../components/window/after-close.ts'
import classes from './HistoryBar.module.css'

const operators = ['model', 'kind', 'state', 'from', 'before', 'after', 'has', 'is', 'phrase', 'without'] as const

/** What the search understands, with examples that can be put into the field. */
export function OperatorsHelp({ onInsert }: { onInsert: (words: string) => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const afterClose = useAfterClose(opened)
  return (
    <Popover opened={opened} onDismiss={() => setOpened(false)} position="bottom-end" width={400} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={`${buttons.icon} ${buttons.tiny}`}
          aria-label={t('history.operators.help')}
          aria-haspopup="dialog"
          title={t('history.operators.help')}
          onClick={() => setOpened(!opened)}
        >
          <CircleQuestionMark size={17} strokeWidth={1.75} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.help} aria-label={t('history.operators.help')}>
        <h2>{t('history.operators.title')}</h2>
        <ul>
          {operators.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={classes.operator}
                onClick={() => {
                  afterClose(() => onInsert(t(`history.operators.examples.${name}`)))
                  setOpened(false)
                }}
              >
                <code>{t(`history.operators.examples.${name}`)}</code>
                <span>{t(`history.operators.${name}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
