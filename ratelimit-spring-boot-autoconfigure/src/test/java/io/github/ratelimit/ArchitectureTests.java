package io.github.ratelimit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.github.ratelimit.internal.local.LocalClock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which package may know which. */
class ArchitectureTests {

    private static final String ROOT = "io.github.ratelimit";
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(OURS);
    }

    @Test
    void apiKnowsNothingBehindIt() {
        check(noClasses()
                .that()
                .resideInAnyPackage(ROOT, ROOT + ".web", ROOT + ".plan")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".internal..", ROOT + ".autoconfigure.."));
    }

    @Test
    void apiWithoutHttpUsesJavaAndJSpecifyOnly() {
        check(classes()
                .that()
                .resideInAnyPackage(ROOT, ROOT + ".plan")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT, ROOT + ".plan", "java..", "org.jspecify.."));
    }

    @Test
    void nobodyKnowsTheWiring() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".autoconfigure..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".autoconfigure.."));
    }

    @Test
    void storesAndLimiterKnowNeitherHttpNorProxies() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages("denial", "key", "lease", "limiter", "local", "plan", "redis"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.servlet..", "org.springframework.web..", "org.springframework.aop.."));
    }

    @Test
    void filterAndAnnotationsKnowNeitherEachOtherNorRedis() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages("web"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages("method", "redis")));
        check(noClasses()
                .that()
                .resideInAnyPackage(packages("method"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages("web", "redis")));
    }

    @Test
    void keysKnowNoLimitsAndLimiterKnowsNoStore() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages("key"))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..")
                        .and(DescribedPredicate.not(resideInAnyPackage(ROOT + ".internal.key")))));
        check(noClasses()
                .that()
                .resideInAnyPackage(packages("limiter"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages("denial", "lease", "local", "plan", "redis", "web", "method")));
    }

    @Test
    void redisIsKnownToItsStoreAndTheWiringOnly() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".internal.redis..", ROOT + ".autoconfigure..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.lettuce..", "redis.clients..", "org.springframework.data.."));
    }

    /** An application has one of them only: a class that knows both, or is used with both, would not load. */
    @Test
    void eachRedisClientIsKnownToItsOwnClassesOnly() {
        check(noClasses()
                .that()
                .haveNameNotMatching(".*\\.(Lettuce\\w+|OwnClientConfiguration)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lettuce.."));
        check(noClasses()
                .that()
                .haveNameNotMatching(".*\\.Jedis\\w+(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("redis.clients.."));
    }

    @Test
    void metricsAndHealthAreKnownToTheirPackagesAndTheWiringOnly() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".internal.metrics..", ROOT + ".autoconfigure..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer.."));
        check(noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".internal.actuate..", ROOT + ".autoconfigure..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.boot.actuate..", "org.springframework.boot.health.."));
        check(noClasses()
                .that()
                .resideInAnyPackage(packages("metrics", "actuate"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages("local", "method", "plan")));
        check(noClasses()
                .that()
                .resideInAnyPackage(packages("metrics"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages("web")));
    }

    @Test
    void packagesFormNoRing() {
        slices().matching(ROOT + ".(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void timeIsReadInFewPlaces() {
        check(noTimeOutside(resideInAnyPackage(ROOT + ".internal.redis..", ROOT + ".autoconfigure..")
                .or(new DescribedPredicate<>("the local clock") {
                    @Override
                    public boolean test(JavaClass type) {
                        return type.getName().startsWith(LocalClock.class.getName());
                    }
                })));
    }

    /** The rule above sees what it looks for. */
    @Test
    void timeIsSeenWhereItIsRead() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> noTimeOutside(resideInAnyPackage(ROOT + ".autoconfigure.."))
                        .check(OURS))
                .withMessageContaining("LocalClock")
                .withMessageContaining("Deadline");
    }

    private static ArchRule noTimeOutside(DescribedPredicate<JavaClass> places) {
        return noClasses().that(DescribedPredicate.not(places)).should().accessTargetWhere(readsTime());
    }

    private static DescribedPredicate<JavaAccess<?>> readsTime() {
        Set<String> system = Set.of("currentTimeMillis", "nanoTime");
        return DescribedPredicate.describe("time is read", access -> {
            JavaClass owner = access.getTargetOwner();
            return (owner.isEquivalentTo(System.class) && system.contains(access.getName()))
                    || (owner.getPackageName().equals(Instant.class.getPackageName())
                            && access.getName().equals("now"));
        });
    }

    private static String[] packages(String... names) {
        return Arrays.stream(names)
                .map(name -> ROOT + ".internal." + name + "..")
                .toArray(String[]::new);
    }
}
