class Crownhead < Formula
  desc "Play checkers and draughts, and analyse your games"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@FILES@/crownhead-@VERSION@-macos-aarch64.tar.gz"
      sha256 "@SHA256 crownhead-@VERSION@-macos-aarch64.tar.gz@"
    end
    on_intel do
      url "@FILES@/crownhead-@VERSION@-macos-x86-64.tar.gz"
      sha256 "@SHA256 crownhead-@VERSION@-macos-x86-64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@FILES@/crownhead-@VERSION@-linux-aarch64.tar.gz"
      sha256 "@SHA256 crownhead-@VERSION@-linux-aarch64.tar.gz@"
    end
    on_intel do
      url "@FILES@/crownhead-@VERSION@-linux-x86-64.tar.gz"
      sha256 "@SHA256 crownhead-@VERSION@-linux-x86-64.tar.gz@"
    end
  end

  def install
    bin.install "crownhead"
    share.install Dir["share/*"]
    doc.install Dir["*.md"], "docs", "engine.toml"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/crownhead --version")
    assert_match "7361", shell_output("#{bin}/crownhead perft --variant english --depth 5")
  end
end
