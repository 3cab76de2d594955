import { useEffect, useState } from 'react'
import type { QuickShortcutState } from '../../../../shared/quick-states.ts'
import { call, on } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'

/** A note on whether the system has accepted the global shortcut. */
export function GlobalNote() {
  const { t } = useTranslation()
  const [state, setState] = useState<QuickShortcutState>('off')
  useEffect(() => {
    let isHere = true
    const undo = on('quick.shortcutChanged', (changed) => setState(changed.state))
    void call('quick.shortcut', {}).then((answer) => {
      if (answer.ok && isHere) setState(answer.value.state)
    })
    return () => {
      isHere = false
      undo()
    }
  }, [])
  return (
    <p className={settings.aside} role="status">
      {t(`quick.shortcut.${state}`)}
    </p>
  )
}
