import { useState } from 'react'
import { folded } from '../../../../shared/folded-text.ts'
import { tidied, withChord, withDefault } from '../../../../shared/shortcut.ts'
import { type ShortcutId, shortcutIds, shortcutTable } from '../../../../shared/shortcut-table.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import layout from '../../../components/layout.module.css'
import { saveSettings, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'
import { FixedKeys } from './FixedKeys.tsx'
import { GlobalNote } from './GlobalNote.tsx'
import { ShortcutRow } from './ShortcutRow.tsx'
import classes from './Shortcuts.module.css'

const places = ['global', 'window', 'chat', 'transcript', 'player', 'picture'] as const

/** All shortcuts, which the user can change here. */
export function ShortcutsPage() {
  const { t } = useTranslation()
  const own = useApp((state) => state.settings.shortcuts)
  const [words, setWords] = useState('')
  const wanted = folded(words).trim()
  const shown = shortcutIds.filter((id) => folded(t(`keys.what.${id}`)).includes(wanted))
  const change = (shortcuts: Readonly<Record<string, string>>) => void saveSettings({ shortcuts: { ...shortcuts } })
  const row = (id: ShortcutId) => (
    <ShortcutRow
      key={id}
      id={id}
      onChange={(chord) => change(withChord(own, id, chord))}
      onReset={() => change(withDefault(own, id))}
    />
  )
  return (
    <>
      <p className={settings.aside}>{t('keys.intro')}</p>
      <div className={classes.bar}>
        <TextField
          className={classes.filter}
          aria-label={t('keys.filter')}
          placeholder={t('keys.filter')}
          value={words}
          onText={setWords}
        />
        <Button size="small" disabled={Object.keys(tidied(own)).length === 0} onClick={() => change({})}>
          {t('keys.resetAll')}
        </Button>
      </div>
      {places.map((place) => {
        const ids = shown.filter((id) => shortcutTable[id].place === place)
        return ids.length === 0 ? null : (
          <section key={place} aria-label={t(`keys.place.${place}`)}>
            <h3 className={settings.subheading}>{t(`keys.place.${place}`)}</h3>
            {place === 'global' ? <GlobalNote /> : null}
            <ul className={layout.list}>{ids.map(row)}</ul>
          </section>
        )
      })}
      {shown.length === 0 ? (
        <p className={settings.aside} role="status">
          {t('keys.none')}
        </p>
      ) : null}
      {wanted === '' ? <FixedKeys /> : null}
    </>
  )
}
