import { useComputedColorScheme } from '@mantine/core'
import { Maximize2, Minimize2, RotateCw, Save, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Segments } from '../forms/Segments.tsx'
import { IconButton } from '../IconButton.tsx'
import { CodeBlock } from '../markdown/CodeBlock.tsx'
import { saveCode, savePicture } from '../markdown/code-file.ts'
import { plainCode } from '../markdown/fenced-code.ts'
import classes from './Preview.module.css'
import { PreviewFrame } from './PreviewFrame.tsx'
import { PreviewWidth } from './PreviewWidth.tsx'
import { closePreview, type OpenPreview, reloadPreview, usePreview } from './preview-store.ts'

/** The preview of a code block, next to the chat; nothing while none is open. */
export function PreviewPane() {
  const opened = usePreview((state) => state.opened)
  return opened === null ? null : <OpenPane key={opened.id} opened={opened} />
}

function OpenPane({ opened }: { opened: OpenPreview }) {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  const [view, setView] = useState<'preview' | 'source'>('preview')
  const [isFull, setFull] = useState(false)
  const [drawn, setDrawn] = useState<{ readonly serial: number; readonly picture: string } | null>(null)
  useEffect(() => region.current?.focus({ preventScroll: true }), [])
  const { kind, language, serial, text } = opened
  // a diagram uses the colours of the theme; a page and a picture have their own
  const isDark = useComputedColorScheme('light') === 'dark' && kind === 'diagram'
  // in the source view, and while the picture still belongs to an earlier text, the source is saved instead
  const picture = view === 'preview' && kind === 'diagram' && drawn?.serial === serial ? drawn.picture : null

  /** Leaves the full size first, then the preview. */
  function leave(): void {
    if (isFull) {
      setFull(false)
      region.current?.focus({ preventScroll: true })
    } else closePreview()
  }

  return (
    <aside
      ref={region}
      className={classes.pane}
      data-full={isFull || undefined}
      aria-label={t('blocks.preview.region')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        leave()
      }}
    >
      {isFull ? null : <PreviewWidth />}
      <header className={classes.top}>
        <h2 className={classes.title}>{t(`blocks.preview.kind.${kind}`)}</h2>
        <div className={classes.views}>
          <Segments
            label={t('blocks.preview.view')}
            value={view}
            options={[
              { value: 'preview', words: t('blocks.preview.show') },
              { value: 'source', words: t('blocks.preview.source') },
            ]}
            onChoose={setView}
          />
        </div>
        <IconButton icon={RotateCw} iconSize={16} words={t('blocks.preview.reload')} onClick={() => reloadPreview()} />
        <IconButton
          icon={Save}
          iconSize={16}
          words={t(picture === null ? 'blocks.preview.save' : 'blocks.preview.savePicture')}
          onClick={() => void (picture === null ? saveCode(language, text) : savePicture(picture))}
        />
        <IconButton
          icon={isFull ? Minimize2 : Maximize2}
          iconSize={16}
          words={t(isFull ? 'blocks.preview.small' : 'blocks.preview.full')}
          onClick={() => setFull(!isFull)}
        />
        <IconButton icon={X} iconSize={16} words={t('app.close')} onClick={closePreview} />
      </header>
      {view === 'preview' ? (
        <PreviewFrame
          key={`${serial} ${isDark}`}
          kind={kind}
          text={text}
          isDark={isDark}
          onEscape={leave}
          onPicture={(made) => setDrawn({ serial, picture: made })}
        />
      ) : (
        <div className={classes.source}>
          <CodeBlock key={serial} language={language} code={plainCode(text)} open={false} isSource />
        </div>
      )}
    </aside>
  )
}
