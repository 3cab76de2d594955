import { settingsTable } from '../../../../shared/settings-table.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Segments } from '../../../components/forms/Segments.tsx'
import { saveSettings, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useLook } from './look-store.ts'
import classes from './Reading.module.css'

/** Width, font and size of the chat text. Each choice takes effect at once behind the dialog. */
export function LookDialog() {
  const { t } = useTranslation()
  const opened = useLook((state) => state.opened)
  const { readingFont, readingWidth, textSize } = useApp((state) => state.settings)
  return (
    <Dialog opened={opened} onClose={() => useLook.setState({ opened: false })} title={t('reading.look')} sheer>
      <div className={classes.look}>
        <p>{t('settings.readingWidth')}</p>
        <Segments
          label={t('settings.readingWidth')}
          value={readingWidth}
          options={settingsTable.readingWidth.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(value) => void saveSettings({ readingWidth: value })}
        />
        <p>{t('settings.readingFont')}</p>
        <Segments
          label={t('settings.readingFont')}
          value={readingFont}
          options={settingsTable.readingFont.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(value) => void saveSettings({ readingFont: value })}
        />
        <p>{t('settings.textSize')}</p>
        <Segments
          label={t('settings.textSize')}
          value={textSize}
          options={settingsTable.textSize.options.map(({ value, words }) => ({ value, words: t(words) }))}
          onChoose={(value) => void saveSettings({ textSize: value })}
        />
      </div>
    </Dialog>
  )
}
