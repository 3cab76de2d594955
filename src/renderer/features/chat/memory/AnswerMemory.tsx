import { Popover } from '@mantine/core'
import { Brain } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import popover from '../../../components/menu/dropdown.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showLibrary } from '../../../platform/navigation.ts'
import classes from './Memory.module.css'

/** Marks an answer whose request had facts of the memory, and lists them. */
export function AnswerMemory({ texts }: { readonly texts: readonly string[] }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      width={380}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button kind="plain" className={classes.chip} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
          <Brain size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('memory.sent', { count: texts.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={popover.dropdown}>
        <ul className={classes.facts} aria-label={t('memory.sentTitle')}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Button size="small" onClick={() => showLibrary('memory')}>
          {t('memory.edits')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
