import { useApp, useModKey } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import settings from '../SettingsPanel.module.css'

/** Keys of fields, lists and the mask editor, which mean the same everywhere and cannot be changed. */
export function FixedKeys() {
  const { t } = useTranslation()
  const mod = useModKey()
  const sendWith = useApp((state) => state.settings.sendWith)
  const enter = t('shortcuts.enter')
  const shift = t('shortcuts.shift')
  const rows: readonly (readonly [string, string])[] = [
    [t('shortcuts.send'), sendWith === 'enter' ? enter : `${mod}+${enter}`],
    [t('shortcuts.newline'), sendWith === 'enter' ? `${shift}+${enter}` : enter],
    [t('shortcuts.stop'), t('shortcuts.escape')],
    [t('shortcuts.earlierPrompts'), '↑ ↓'],
    [t('shortcuts.editLast'), `${mod}+↑`],
    [t('shortcuts.generate'), `${mod}+${enter}`],
    [t('shortcuts.split'), `${mod}+${shift}+${enter}`],
    [t('shortcuts.join'), `${mod}+${shift}+M`],
    [t('shortcuts.mask'), 'B E R L H I A X P [ ]'],
    [t('shortcuts.moveList'), '↑ ↓'],
    [t('shortcuts.selectChats'), `${shift}+↑ ↓ · ${mod}+${t('shortcuts.space')} · ${mod}+A`],
    [t('shortcuts.goToDay'), 'G'],
    [t('shortcuts.rename'), 'F2'],
    [t('shortcuts.delete'), t('shortcuts.deleteKey')],
  ]
  return (
    <section aria-label={t('keys.place.fixed')}>
      <h3 className={settings.subheading}>{t('keys.place.fixed')}</h3>
      <dl className={settings.shortcuts}>
        {rows.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
