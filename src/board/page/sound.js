// A short knock for each move, made here: there is no file.

export class Sound {
  #context = null;
  isOn = false;

  knock(isCapture) {
    if (!this.isOn) return;
    this.#context ??= new AudioContext();
    const now = this.#context.currentTime;
    const tone = new OscillatorNode(this.#context, { type: "triangle", frequency: isCapture ? 170 : 240 });
    const volume = new GainNode(this.#context, { gain: 0.25 });
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
    tone.connect(volume).connect(this.#context.destination);
    tone.start(now);
    tone.stop(now + 0.1);
  }
}
