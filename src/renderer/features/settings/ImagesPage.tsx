import { NumberSetting } from './NumberSetting.tsx'

export function ImagesPage() {
  return (
    <>
      <NumberSetting name="imagesAtOnce" />
      <NumberSetting name="imageSourceMegabytes" />
    </>
  )
}
