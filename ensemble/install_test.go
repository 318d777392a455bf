package ensemble

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// touch makes empty executable files below a new folder.
func touch(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFindInRelease(t *testing.T) {
	java := touch(t, "bin/java")
	release := touch(t, "lib/zookeeper-3.9.3.jar", "lib/zookeeper-jute-3.9.3.jar", "lib/README")
	t.Setenv("JAVA_HOME", java)
	t.Setenv("ZOOKEEPER_HOME", release)
	got, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(java, "bin/java"); got.Java != want {
		t.Errorf("Java is %s, want %s", got.Java, want)
	}
	want := []string{
		filepath.Join(release, "conf"),
		filepath.Join(release, "lib/zookeeper-3.9.3.jar"),
		filepath.Join(release, "lib/zookeeper-jute-3.9.3.jar"),
	}
	if !slices.Equal(got.Classpath, want) {
		t.Errorf("the classpath is %q, want %q", got.Classpath, want)
	}
}

func TestFindSaysWhatIsMissing(t *testing.T) {
	java, empty := touch(t, "bin/java"), t.TempDir()
	for _, c := range []struct {
		name                          string
		javaHome, path, zookeeperHome string
		want                          []string // parts of the error
	}{
		{"no Java", "", empty, "", []string{"no java on the PATH", "default-jre-headless"}},
		{"wrong JAVA_HOME", empty, empty, "", []string{"JAVA_HOME is " + empty, "bin/java cannot be run"}},
		{"wrong ZOOKEEPER_HOME", java, empty, empty, []string{"ZOOKEEPER_HOME is " + empty, "no lib/zookeeper-*.jar"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("JAVA_HOME", c.javaHome)
			t.Setenv("PATH", c.path)
			t.Setenv("ZOOKEEPER_HOME", c.zookeeperHome)
			_, err := Find()
			for _, part := range c.want {
				if err == nil || !strings.Contains(err.Error(), part) {
					t.Errorf("error %v, want it to contain %q", err, part)
				}
			}
		})
	}
}
