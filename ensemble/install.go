package ensemble

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Install is where Java and ZooKeeper are.
type Install struct {
	Java      string   // the program
	Classpath []string // jars and configuration folders
}

const debianJars = "/usr/share/java"

const advice = "On Debian and Ubuntu: apt install default-jre-headless libzookeeper-java. " +
	"Elsewhere: install a Java runtime, unpack a release from zookeeper.apache.org and set ZOOKEEPER_HOME to its folder"

// Find looks for Java (JAVA_HOME, then the PATH) and for ZooKeeper (ZOOKEEPER_HOME,
// then Debian's package). The error says what is missing and what to install.
func Find() (Install, error) {
	java, err := findJava()
	if err != nil {
		return Install{}, err
	}
	classpath, err := findJars()
	if err != nil {
		return Install{}, err
	}
	return Install{java, classpath}, nil
}

func findJava() (string, error) {
	if home := os.Getenv("JAVA_HOME"); home != "" {
		java := filepath.Join(home, "bin", "java")
		if _, err := exec.LookPath(java); err != nil {
			return "", fmt.Errorf("JAVA_HOME is %s, but %s cannot be run. Correct or unset it", home, java)
		}
		return java, nil
	}
	java, err := exec.LookPath("java")
	if err != nil {
		return "", fmt.Errorf("no java on the PATH. %s", advice)
	}
	return java, nil
}

func findJars() ([]string, error) {
	if home := os.Getenv("ZOOKEEPER_HOME"); home != "" {
		return releaseJars(home)
	}
	zookeeper := filepath.Join(debianJars, "zookeeper.jar") // its manifest names what it needs
	if _, err := os.Stat(zookeeper); err != nil {
		return nil, fmt.Errorf("ZooKeeper is not installed: there is no %s and ZOOKEEPER_HOME is not set. %s", zookeeper, advice)
	}
	classpath := []string{zookeeper}
	logger := filepath.Join(debianJars, "slf4j-simple.jar") // logs to standard error
	if _, err := os.Stat(logger); err == nil {
		classpath = append(classpath, logger)
	}
	return classpath, nil
}

// releaseJars gives the classpath of an unpacked release: its conf folder, which
// configures the logging, and every jar in lib.
func releaseJars(home string) ([]string, error) {
	lib := filepath.Join(home, "lib")
	if servers, _ := filepath.Glob(filepath.Join(lib, "zookeeper-[0-9]*.jar")); len(servers) == 0 {
		return nil, fmt.Errorf("ZOOKEEPER_HOME is %s, but there is no lib/zookeeper-*.jar. Set it to the folder of an unpacked release, 3.5 or later", home)
	}
	jars, err := filepath.Glob(filepath.Join(lib, "*.jar"))
	if err != nil {
		return nil, fmt.Errorf("ZOOKEEPER_HOME is %s: %w", home, err)
	}
	return append([]string{filepath.Join(home, "conf")}, jars...), nil
}
