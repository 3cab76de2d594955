import { withPatch } from '../../shared/settings-table.ts'
import { Segments } from '../components/forms/Segments.tsx'
import { Toasts } from '../components/window/Toasts.tsx'
import { appState, changeAppState, useApp, useLanguage } from '../platform/app-store.ts'
import { showLanguage } from '../platform/i18n/i18n.ts'
import { ButtonParts } from './ButtonParts.tsx'
import { ChoiceParts } from './ChoiceParts.tsx'
import { FieldPart } from './FieldPart.tsx'
import classes from './kit.module.css'
import { ListPart } from './ListPart.tsx'
import { MediaParts } from './MediaParts.tsx'
import { MenuPart } from './MenuPart.tsx'
import { MessageParts } from './MessageParts.tsx'
import { WindowParts } from './WindowParts.tsx'

/** Every part of the kit in every state, with switches for theme and language. */
export function KitPage() {
  const theme = useApp((state) => state.settings.theme)
  const language = useLanguage()
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <h1>The kit</h1>
        <div className={classes.switch}>
          <Segments
            label="Theme"
            value={theme}
            options={[
              { value: 'light', words: 'Light' },
              { value: 'dark', words: 'Dark' },
            ]}
            onChoose={(chosen) => changeAppState({ settings: withPatch(appState().settings, { theme: chosen }) })}
          />
        </div>
        <div className={classes.switch}>
          <Segments
            label="Language"
            value={language}
            options={[
              { value: 'en', words: 'English' },
              { value: 'zh-CN', words: '简体中文' },
            ]}
            onChoose={(chosen) => {
              changeAppState({ settings: withPatch(appState().settings, { language: chosen }) })
              void showLanguage(chosen)
            }}
          />
        </div>
      </header>
      <ButtonParts />
      <ChoiceParts />
      <FieldPart />
      <MenuPart />
      <MediaParts />
      <ListPart />
      <MessageParts />
      <WindowParts />
      <Toasts />
    </div>
  )
}
